import { CreateView } from "./editor/create-view.js";
import { EditView } from "./editor/edit-view.js";
import { ListView } from "./list/list-view.js";
import { Masthead } from "./masthead.js";
import { NoticeList } from "./notices/notice-list.js";
import { ReaderView } from "./reader/reader-view.js";
import { RequestsPanel } from "./requests/requests-panel.js";
import { useEntry } from "./router/history.js";
import { Link } from "./router/link.js";
import { type Route, toRoute } from "./router/route.js";
import { useViewFocus } from "./router/use-view-focus.js";

/** The whole page: what is always there, and the view of the address. */
export function App() {
  const { url } = useEntry();
  useViewFocus();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the articles
      </a>
      <Masthead />
      <div className="desk">
        <main id="main" tabIndex={-1}>
          <View route={toRoute(url)} />
        </main>
        <RequestsPanel />
      </div>
      <NoticeList />
    </>
  );
}

function View({ route }: { readonly route: Route }) {
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
      return (
        <div className="empty">
          <h1 tabIndex={-1}>There is nothing here</h1>
          <Link className="button" href="/">
            All articles
          </Link>
        </div>
      );
  }
}
