/// <reference types="vite/client" />

/** The version this bundle was built from. */
declare const __VERSION__: string
