import { About } from "./about.js";
import { CreateView } from "./editor/create-view.js";
import { EditView } from "./editor/edit-view.js";
import { ListView } from "./list/list-view.js";
import { Masthead } from "./masthead.js";
import { NoticeList } from "./notices/notice-list.js";
import { Palette } from "./palette/palette.js";
import { useShortcuts } from "./palette/use-shortcuts.js";
import { ReaderView } from "./reader/reader-view.js";
import { Peek } from "./requests/peek.js";
import { RequestsPanel } from "./requests/requests-panel.js";
import { useEntry } from "./router/history.js";
import { Link } from "./router/link.js";
import { type Route, toRoute } from "./router/route.js";
import { useViewFocus } from "./router/use-view-focus.js";
import { isInWindow } from "./two/in-window.js";
import { TwoView } from "./two/two-view.js";
import { useTitle } from "./ui/use-title.js";

/** The whole page: what is always there, and the view of the address. */
export function App() {
  const { url } = useEntry();
  const route = toRoute(url);
  useViewFocus();
  useShortcuts();
  if (route.view === "two") return <TwoView />;
  return (
    <>
      <a className="skip" href="#main">
        Skip to the articles
      </a>
      {!isInWindow && <About />}
      <Masthead />
      <NoticeList />
      <div className="desk">
        <main id="main" tabIndex={-1}>
          <View route={route} />
        </main>
        <RequestsPanel />
        <Peek />
      </div>
      <Palette />
    </>
  );
}

function View({ route }: { readonly route: Exclude<Route, { readonly view: "two" }> }) {
  switch (route.view) {
    case "list":
      return <ListView />;
    case "create":
      return <CreateView />;
    case "reader":
      return <ReaderView key={route.id} id={route.id} />;
    case "editor":
      return <EditView key={route.id} id={route.id} />;
    case "lost":
      return <LostView />;
  }
}

/** An address of nothing, such as an old link. The server sends this page with a 404. */
function LostView() {
  useTitle("Not found");
  return (
    <div className="empty">
      <h1 tabIndex={-1}>There is nothing here</h1>
      <p>No view of the newsroom has this address. The article that you look for may be in the list.</p>
      <Link className="button" href="/">
        All articles
      </Link>
    </div>
  );
}
