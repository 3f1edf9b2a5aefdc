import { CurrentEditReceipt, EditingOffer, EditReceipt } from '#domain/image-edit-answers.ts'
import type { EditTool, Growth } from '#domain/image-edit-tools.ts'
import { api } from '../base/api.ts'
import { refetchOnFailure } from './answers.ts'
import { imagesApi } from './images.ts'

/** Options of an edit; each tool uses those that apply to it. `mask` is white where the image may change. */
export interface NewEdit {
  tool: EditTool
  prompt: string
  searchPrompt: string
  premium: boolean
  nsfw: boolean
  growth: Growth
  mask: Blob | null
  /** Name of the model provider; undefined lets the server choose. */
  provider: string | undefined
}

const form = (fields: Readonly<Record<string, string | Blob | null | undefined>>): FormData => {
  const body = new FormData()
  // Text fields precede the file, because the server may need them before it reads the file.
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else if (value) body.append(name, value, `${name}.png`)
  }
  return body
}

const bodies: Readonly<Record<EditTool, (edit: NewEdit) => FormData | object>> = {
  inpaint: ({ prompt, nsfw, premium, provider, mask }) =>
    form({ prompt, nsfw: String(nsfw), usePremium: String(premium), provider, mask }),
  erase: ({ provider, mask }) => form({ provider, mask }),
  outpaint: ({ prompt, growth, provider }) => ({ prompt, ...growth, provider }),
  replace: ({ prompt, searchPrompt, provider }) => ({ prompt, searchPrompt, provider }),
  recolor: ({ prompt, searchPrompt, provider }) => ({ prompt, searchPrompt, provider }),
  'remove-background': ({ provider }) => ({ provider }),
  'replace-background': ({ prompt, provider }) => ({ prompt, provider }),
}

interface EditReference {
  id: string
  editId: string
}

export const imageEditsApi = api.injectEndpoints({
  endpoints: (build) => ({
    editingOffer: build.query<EditingOffer, void>({
      query: () => 'images/editing',
      transformResponse: (answer) => EditingOffer.parse(answer),
      extraOptions: { freshness: 'configuration' },
    }),

    /** `key` identifies the request, so that a repeated request makes one edit. */
    requestEdit: build.mutation<EditReceipt, { id: string; key: string; edit: NewEdit }>({
      query: ({ id, key, edit }) => ({
        url: `images/${id}/${edit.tool}`,
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: bodies[edit.tool](edit),
      }),
      transformResponse: (answer) => EditReceipt.parse(answer),
      invalidatesTags: refetchOnFailure('images'),
    }),
    cancelEdit: build.mutation<unknown, EditReference>({
      query: ({ id, editId }) => ({ url: `images/${id}/edits/${editId}/cancel`, method: 'POST' }),
      invalidatesTags: refetchOnFailure('images'),
    }),

    /** Selects the current edit of an image: undo, redo, or a direct choice. */
    chooseEdit: build.mutation<CurrentEditReceipt, EditReference>({
      query: ({ id, editId }) => ({ url: `images/${id}/edit`, method: 'PATCH', body: { editId } }),
      transformResponse: (answer) => CurrentEditReceipt.parse(answer),
      async onQueryStarted({ id, editId }, { dispatch, queryFulfilled }) {
        const guess = dispatch(
          imagesApi.util.updateQueryData('image', id, ({ editing }) => {
            if (editing) editing.currentEditId = editId
          }),
        )
        await queryFulfilled.catch(guess.undo)
      },
      invalidatesTags: refetchOnFailure('images'),
    }),
    /** Discards the user's edits after the version with the id `since`, which becomes current again. */
    discardEdits: build.mutation<CurrentEditReceipt, { id: string; since: string }>({
      query: ({ id, since }) => ({ url: `images/${id}/edits`, method: 'DELETE', params: { since } }),
      transformResponse: (answer) => CurrentEditReceipt.parse(answer),
      invalidatesTags: refetchOnFailure('images'),
    }),
  }),
})

export const {
  useEditingOfferQuery,
  useRequestEditMutation,
  useCancelEditMutation,
  useChooseEditMutation,
  useDiscardEditsMutation,
} = imageEditsApi
