import { REFERENCE } from "../server/contenders.js";
import { writeResults } from "../support/report.js";
import { measureHeap, printHeap } from "./heap.js";
import { measureLongList, printLongList } from "./long-list.js";
import { measureOffload, printOffload } from "./offload.js";

const heap = [];
for (const name of ["trestle-fastify", "trestle-fetch", REFERENCE]) heap.push(await measureHeap(name));
printHeap(heap);
const longList = await measureLongList();
printLongList(longList);
const offload = await measureOffload();
printOffload(offload);
writeResults("memory", { heap, longList, offload });
