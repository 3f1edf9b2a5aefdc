import { remembered } from '../../../ui/remembered.ts'

/** The path of the account that was looked at last, with its moment: the way back to it. */
export const { set: rememberOpened, use: useOpened } = remembered()
