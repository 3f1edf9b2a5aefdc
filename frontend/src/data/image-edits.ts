import { CurrentEditReceipt, EditingOffer, EditReceipt } from '#domain/image-edit-answers.ts'
import type { EditTool, Growth } from '#domain/image-edit-tools.ts'
import { api } from '../app/api.ts'
import { corrected } from './answers.ts'
import { imagesApi } from './images.ts'

/** What is asked of a tool; of it the tool takes what it knows. `mask` is white where something is to change. */
export interface NewEdit {
  tool: EditTool
  prompt: string
  searchPrompt: string
  premium: boolean
  nsfw: boolean
  growth: Growth
  mask: Blob | null
  /** By name, who is to make it; undefined leaves it to the server. */
  provider: string | undefined
}

const form = (fields: Readonly<Record<string, string | Blob | null | undefined>>): FormData => {
  const body = new FormData()
  // Words come before the file: a server may have to know them by the time that it comes.
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else if (value) body.append(name, value, `${name}.png`)
  }
  return body
}

const bodies: Readonly<Record<EditTool, (asked: NewEdit) => FormData | object>> = {
  inpaint: ({ prompt, nsfw, premium, provider, mask }) =>
    form({ prompt, nsfw: String(nsfw), usePremium: String(premium), provider, mask }),
  erase: ({ provider, mask }) => form({ provider, mask }),
  outpaint: ({ prompt, growth, provider }) => ({ prompt, ...growth, provider }),
  replace: ({ prompt, searchPrompt, provider }) => ({ prompt, searchPrompt, provider }),
  recolor: ({ prompt, searchPrompt, provider }) => ({ prompt, searchPrompt, provider }),
  'remove-background': ({ provider }) => ({ provider }),
  'replace-background': ({ prompt, provider }) => ({ prompt, provider }),
}

interface Chosen {
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

    /** `key` is the wish's: sent again, it is one edit. */
    requestEdit: build.mutation<EditReceipt, { id: string; key: string; asked: NewEdit }>({
      query: ({ id, key, asked }) => ({
        url: `images/${id}/${asked.tool}`,
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: bodies[asked.tool](asked),
      }),
      transformResponse: (answer) => EditReceipt.parse(answer),
      invalidatesTags: corrected('images'),
    }),
    cancelEdit: build.mutation<unknown, Chosen>({
      query: ({ id, editId }) => ({ url: `images/${id}/edits/${editId}/cancel`, method: 'POST' }),
      invalidatesTags: corrected('images'),
    }),

    /** Which of its edits a picture is: undo, redo, and choosing one. */
    chooseEdit: build.mutation<CurrentEditReceipt, Chosen>({
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
      invalidatesTags: corrected('images'),
    }),
    /** Back to what the picture was at `since`. */
    discardEdits: build.mutation<CurrentEditReceipt, { id: string; since: string }>({
      query: ({ id, since }) => ({ url: `images/${id}/edits`, method: 'DELETE', params: { since } }),
      transformResponse: (answer) => CurrentEditReceipt.parse(answer),
      invalidatesTags: corrected('images'),
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
