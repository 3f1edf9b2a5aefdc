/** The library has a screen of its own and is a tab of the collections. */
export { Library as TemplateLibrary } from '../features/templates/Library.tsx'
