/** The selected items, and the anchor of a shift-click. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | null
}

export const nothing: Selection = { ids: new Set(), anchor: null }

export type SelectionAct =
  | { type: 'toggle'; id: string }
  /** Selects all items between the anchor and `id`, in display order. */
  | { type: 'reach'; id: string; order: readonly string[] }
  /** Deselects removed items, so that the count matches the items of a bulk action. */
  | { type: 'keep'; order: readonly string[] }
  | { type: 'clear' }

const acts: {
  [Type in SelectionAct['type']]: (selection: Selection, act: Extract<SelectionAct, { type: Type }>) => Selection
} = {
  toggle({ ids }, { id }) {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    return { ids: next, anchor: id }
  },
  reach({ ids, anchor }, { id, order }) {
    const from = order.indexOf(anchor ?? id)
    const to = order.indexOf(id)
    const reached = order.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)
    return { ids: new Set([...ids, ...reached]), anchor: from < 0 ? id : anchor }
  },
  keep(selection, { order }) {
    const there = new Set(order)
    const ids = [...selection.ids].filter((id) => there.has(id))
    if (ids.length === selection.ids.size) return selection
    return { ids: new Set(ids), anchor: selection.anchor && there.has(selection.anchor) ? selection.anchor : null }
  },
  clear: () => nothing,
}

export const select = (selection: Selection, act: SelectionAct): Selection => {
  const handle = acts[act.type] as (selection: Selection, act: SelectionAct) => Selection
  return handle(selection, act)
}
