/** What is ticked, and the item that a shift-click reaches from. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | null
}

export const nothing: Selection = { ids: new Set(), anchor: null }

export type SelectionAct =
  | { type: 'toggle'; id: string }
  /** Ticks everything between the anchor and `id`, in the order shown. */
  | { type: 'reach'; id: string; order: readonly string[] }
  /** What is no longer there cannot stay ticked: a count must not promise more than will be done. */
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
