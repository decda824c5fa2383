// message: atomic has no option "idempotant".
import { trestle } from "trestle";
import { memoryData } from "trestle/memory";

trestle().router({}, { transaction: memoryData().transaction, atomic: { max: 10, idempotant: true } });
