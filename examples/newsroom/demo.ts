// Printed before the newsroom is loaded, which takes seconds.
console.log("Starting a newsroom with its own Postgres …");
const { play } = await import("./demo/play.js");
await play();
