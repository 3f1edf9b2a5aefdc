import { createContext } from 'react'

/** The ended answer that a proposal is part of; null while it is being written, when nothing can be accepted yet. */
export const ProposalContext = createContext<{ conversationId: string | null; answerId: string } | null>(null)
