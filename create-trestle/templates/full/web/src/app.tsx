import { ArticleForm } from "./article-form.js";
import { Articles } from "./articles.js";
import { useServerLost } from "./setup/server-state.js";

export function App() {
  const isLost = useServerLost();

  return (
    <>
      <header>
        <h1>Articles</h1>
        <p role="status" className={isLost ? "server lost" : "server"}>
          {isLost ? "No server. Trying again …" : "Live"}
        </p>
        <nav>
          <a href="/" target="_blank" rel="noreferrer">
            Open a second window
          </a>
          <a href="/api/docs">The API</a>
        </nav>
      </header>
      <ArticleForm />
      <Articles />
    </>
  );
}
