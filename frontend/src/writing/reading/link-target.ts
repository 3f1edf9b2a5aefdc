import { isLink } from '#domain/text-formats.ts'

/** Where a link leads, or undefined where it must not lead anywhere. */
export const linkTarget = (link: unknown): string | undefined => (isLink(link) ? (link as string) : undefined)
