import { z } from 'zod'
import { WrittenAttributes } from '#domain/template-attributes.ts'
import { TemplateVisibility, type templateEvents } from '#domain/templates.ts'
import { view } from './view.ts'

export const TemplateRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  visibility: TemplateVisibility,
  attributes: WrittenAttributes,
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  operationId: z.uuid().nullable(),
})
export type TemplateRow = z.infer<typeof TemplateRow>

export const templatesView = view(TemplateRow)<typeof templateEvents>({
  table: 'templates',
  on: {
    TemplateCreated: ({ templateId: id, copyOf: _original, ...content }, { at }) => ({
      put: { id, ...content, createdAt: at, updatedAt: at, deletedAt: null, operationId: null },
    }),
    TemplateRevised: ({ templateId: id, ...content }, { at: updatedAt }) => ({
      update: { ...content, updatedAt },
      where: { id },
    }),
    TemplateDeleted: ({ templateId: id, operationId }, { at: deletedAt }) => ({
      update: { deletedAt, operationId },
      where: { id },
    }),
    TemplateRestored: ({ templateId: id }) => ({ update: { deletedAt: null, operationId: null }, where: { id } }),
  },
})

/** Usage of a template, including the product's templates, which have no row of their own. */
export const TemplateUseRow = z.object({ id: z.uuid(), usageCount: z.int(), lastUsedAt: z.string() })
type TemplateUseRow = z.infer<typeof TemplateUseRow>

export const templateUsesView = view(TemplateUseRow)<typeof templateEvents>({
  table: 'template_uses',
  on: {
    TemplateUsed: ({ templateId: id, uses: usageCount }, { at: lastUsedAt }) => ({
      put: { id, usageCount, lastUsedAt } satisfies TemplateUseRow,
    }),
  },
})
