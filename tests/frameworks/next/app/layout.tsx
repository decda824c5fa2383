import Link from "next/link";
import type { ReactNode } from "react";

export const metadata = { title: "Notes", icons: "data:," };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Link href="/">Home</Link> <Link href="/notes">Notes</Link>
        {children}
      </body>
    </html>
  );
}
