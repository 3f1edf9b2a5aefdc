import type { ConjurationItem } from '#projections/answers.ts'

export const Relations = (_props: { lore: ConjurationItem; editable: boolean }) => null
