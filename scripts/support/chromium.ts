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

// On a machine without a graphics card, Chromium imitates one. A page then takes twice the processor time, and looks the same.
const NO_GRAPHICS_CARD = "--disable-gpu";

/** Starts a Chromium without a window. The variable CHROMIUM says where the browser is. */
export function launchChromium(): Promise<Browser> {
  const args = [...CLOSED_NETWORK, NO_GRAPHICS_CARD];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}
