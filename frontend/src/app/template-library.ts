/** The library stands on a screen of its own, and in a tab of the collections. */
export { Library as TemplateLibrary } from '../features/templates/Library.tsx'
