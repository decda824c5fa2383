import { type Browser, chromium } from "playwright-core";

// Root needs the first; the others keep the browser from asking its maker things, which a closed network refuses.
const CLOSED_NETWORK = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts a Chromium without a window. The variable CHROMIUM says where the browser is. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: CLOSED_NETWORK });
}
