import { answerProblems, isJsonApi } from "./answer-problems.js";
import { requestProblems } from "./request-problems.js";

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Throws where an answer, as it came off the wire, is not what JSON:API allows. Those of an rpc may be anything. */
export function expectJsonApi(method: string, url: string, answer: RawAnswer, sent?: string | Buffer): void {
  const { status, text } = answer;
  const headers = new Headers(answer.headers as Record<string, string>);
  judge(method, url, { status, headers }, text, sent?.toString());
}

/** The same for a response of `fetch`, of which a copy is read. */
export async function expectResponse(request: Request, response: Response): Promise<void> {
  judge(request.method, request.url, response, await response.clone().text(), undefined);
}

/** Throws where a request is not what JSON:API allows a client. `path` is below the mount point. */
export async function expectRequest(request: Request, path: string): Promise<void> {
  const contentType = request.headers.get("content-type");
  const problems = requestProblems({ method: request.method, path, contentType, text: await request.text() });
  refuse(problems, `${request.method} ${path}`);
}

function judge(
  method: string,
  url: string,
  { status, headers }: { readonly status: number; readonly headers: Headers },
  text: string,
  sent: string | undefined,
): void {
  if (!isJsonApi(headers)) return;
  refuse(answerProblems({ method, url, sent, status, headers, text }), `${method} ${url}: ${status}`);
}

function refuse(problems: readonly string[], what: string): void {
  if (problems.length > 0) throw new Error(`JSON:API does not allow this.\n${what}\n${problems.join("\n")}`);
}
