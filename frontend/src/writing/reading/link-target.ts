import { isLink } from '#domain/text-formats.ts'

/** Returns the URL of a permitted link, undefined otherwise. */
export const linkTarget = (link: unknown): string | undefined => (isLink(link) ? (link as string) : undefined)
