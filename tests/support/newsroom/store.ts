/** What a handler was given, for tests that look at it. */
export interface Call {
  readonly operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows which operation it called, and what that one is given
  readonly args: any;
}

export interface ArticleColumns {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly published: boolean;
  readonly created_at: Date;
  readonly author: number | null;
  readonly categories: readonly number[];
}

export interface UserColumns {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface CategoryColumns {
  readonly id: number;
  readonly name: string;
}

export interface TagColumns {
  readonly id: string;
  readonly label: string;
}

export interface FileColumns {
  readonly id: string;
  readonly name: string;
  readonly bytes: bigint;
  readonly uploaded_at: Date;
  readonly status: "draft" | "final";
  readonly note: string | null;
  readonly details: { readonly width: number; readonly taken_at?: Date | undefined } | undefined;
  readonly owner: number;
  readonly previous: string | null;
  readonly tags: readonly string[];
}

export const FILE_ID = "0b1f3b1e-6f0e-4a53-9d7e-3f3a4c1f2d10";
export const OTHER_FILE_ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const byId = <TId, T extends { readonly id: TId }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

/** A newsroom's database, in memory, the same at the start of every test. */
export class Store {
  readonly calls: Call[] = [];
  /** What middleware and wrappers did, in order. */
  readonly trace: string[] = [];

  readonly users = byId<number, UserColumns>(
    ["ann", "bob", "cyd", "dee"].map((username, index) => ({
      id: index + 1,
      username,
      email: `${username}@example.com`,
      password: `${username}'s secret`,
    })),
  );

  readonly categories = byId<number, CategoryColumns>(
    ["news", "science", "sport", "culture", "weather"].map((name, index) => ({ id: index + 1, name })),
  );

  /** 25 of them: one full page of 20, and one of 5. Every fourth has no author; ann, bob and cyd wrote the others. */
  readonly articles = byId<number, ArticleColumns>(
    Array.from({ length: 25 }, (_, index) => ({
      id: index + 1,
      title: `${TITLES[index % TITLES.length]} ${index + 1}`,
      content: `Text of ${index + 1}`,
      published: index % 2 === 0,
      created_at: new Date(Date.UTC(2026, 0, 1 + index, 9, 30)),
      author: index % 4 === 3 ? null : (index % 3) + 1,
      categories: index % 5 === 4 ? [1, 2] : [(index % 4) + 1],
    })),
  );

  readonly tags = byId<string, TagColumns>(
    ["blue", "a/b?c#d", "grün", "constructor", "__proto__", "100%"].map((id) => ({ id, label: id.toUpperCase() })),
  );

  readonly files = byId<string, FileColumns>([
    {
      id: FILE_ID,
      name: "harbour.jpg",
      bytes: 9007199254740993n,
      uploaded_at: new Date("2026-02-03T04:05:06.789Z"),
      status: "final",
      note: null,
      details: { width: 640, taken_at: new Date("2026-02-01T00:00:00Z") },
      owner: 1,
      previous: OTHER_FILE_ID,
      tags: ["blue", "a/b?c#d"],
    },
    {
      id: OTHER_FILE_ID,
      name: "harbour-draft.jpg",
      bytes: 7n,
      uploaded_at: new Date("2026-01-01T00:00:00Z"),
      status: "draft",
      note: "null",
      details: undefined,
      owner: 2,
      previous: null,
      tags: [],
    },
  ]);

  record(operation: string, args: object): void {
    this.calls.push({ operation, args });
  }

  /** What the last handler that recorded was given. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Call
  get last(): any {
    return this.calls.at(-1)?.args;
  }
}

const TITLES = ["Learning Zod", "Harbour reopens", "A quiet week", "Zod in practice"];
