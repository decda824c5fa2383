import type { ServerRequest, ServerResponse } from "../../../src/server/http.js";
import type { Service } from "../../../src/server/serve/service.js";
import { answerProblems, isJsonApi } from "./answer-problems.js";
import { complain } from "./complaints.js";

/**
 * Checks every response of every engine: in unit tests, integration tests, examples, snippets of the docs.
 * Vitest's configuration adds the call to the engine's own module, so that no test can forget it.
 */
export function watchService(service: typeof Service): void {
  const { prototype } = service;
  const { handle, handleUnmatched, page, fail } = prototype;
  prototype.handle = function (match, incoming) {
    const heard = listen(incoming);
    const payloadOf = incoming.payloadOf.bind(incoming);
    incoming.payloadOf = (response) => payloadOf(judge(response, incoming, heard));
    return handle.call(this, match, incoming) as ReturnType<typeof handle<ReturnType<typeof payloadOf>>>;
  };
  prototype.handleUnmatched = async function (incoming) {
    const heard = listen(incoming);
    return judge(await handleUnmatched.call(this, incoming), incoming, heard);
  };
  prototype.page = async function (path, reporter) {
    return judge(await page.call(this, path, reporter), { method: "GET", query: "" }, {});
  };
  prototype.fail = function (error, reporter) {
    return judge(fail.call(this, error, reporter), { method: "GET", query: "" }, {});
  };
}

/** What of the body is read, which can be done once. */
function listen(incoming: ServerRequest): { text?: string | undefined } {
  const heard: { text?: string | undefined } = {};
  const readBody = incoming.readBody.bind(incoming);
  incoming.readBody = () => {
    const body = readBody();
    if (!(body instanceof Promise)) {
      heard.text = body;
      return body;
    }
    return body.then((text) => {
      heard.text = text;
      return text;
    });
  };
  return heard;
}

function judge<TAnswer extends ServerResponse | Response>(
  answer: TAnswer,
  { method, query }: Pick<ServerRequest, "method" | "query">,
  { text: sent }: { readonly text?: string | undefined },
): TAnswer {
  if (answer instanceof Response) return answer;
  const headers = new Headers(answer.headers);
  const text = answer.body ?? "";
  if (!isJsonApi(headers) && answer.status !== 204) return answer; // a page of the documentation
  const problems = answerProblems({ method, url: `?${query}`, sent, status: answer.status, headers, text });
  complain(problems, `${method} ?${query}: ${answer.status} ${text.slice(0, 500)}`);
  return answer;
}
