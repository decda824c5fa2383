// message: atomic: "idempotant" is not an option.
import { trestle } from "trestle";
import { memoryData } from "trestle/memory";

trestle().router({}, { transaction: memoryData().transaction, atomic: { max: 10, idempotant: true } });
