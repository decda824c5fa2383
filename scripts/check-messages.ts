import { compilers } from "./support/tsc.js";
import { compileMistakes, LONG } from "../type-tests/support/messages.js";

// Counts how long the compiler's messages about the fixtures are, with all of their lines.

for (const version of Object.keys(compilers) as (keyof typeof compilers)[]) {
  const said = compileMistakes("type-tests/messages", version)
    .flatMap(({ name, said }) => said.map((message) => ({ name, length: message.length })))
    .sort((a, b) => a.length - b.length);
  const long = said.filter(({ length }) => length > LONG);
  const median = said[Math.floor(said.length / 2)]?.length;
  console.log(
    `TypeScript ${version}: ${said.length} messages, median ${median} characters, ${long.length} over ${LONG}`,
  );
  for (const { name, length } of long) console.log(`  ${length}  ${name}`);
}
