/// <reference types="vite/client" />

/** The version this bundle was built from. */
declare const __VERSION__: string
/** The types of events that the domain had when this was built. */
declare const __EVENT_TYPES__: readonly string[]

/** Defined by built pages: returns the button that was pressed last before the program ran, and stops watching for presses. */
declare var pressedEarly: (() => HTMLButtonElement | null | undefined) | undefined
