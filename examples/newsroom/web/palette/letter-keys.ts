const KEY = "letter-keys";

/** Whether a key without Ctrl runs a command. Who speaks to the computer, or hits keys by accident, can turn that off. */
export const areLettersOn = (): boolean => localStorage.getItem(KEY) !== "off";

export const toggleLetters = (): void => localStorage.setItem(KEY, areLettersOn() ? "off" : "on");
