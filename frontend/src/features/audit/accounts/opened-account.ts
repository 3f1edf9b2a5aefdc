import { remembered } from '../../../ui/remembered.ts'

/** Path of the last opened account, with its moment. */
export const { set: rememberOpened, use: useOpened } = remembered()
