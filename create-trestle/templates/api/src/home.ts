/** The page at `/`. Replace it, or remove it with its line in `server.ts`. */
export const HOME = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Notes</title>
  <link rel="icon" href="data:,">
  <body style="font: 1.1rem/1.6 system-ui; max-width: 40rem; margin: 15vh auto; padding: 0 1rem">
    <h1>Your API runs</h1>
    <p><a href="/api/notes">The notes</a>, as JSON
    <p><a href="/api/docs">The description</a> of all operations
    <p>Change <code>src/api.ts</code>, and reload.
</html>`;
