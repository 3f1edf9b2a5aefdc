import { remembered } from '../../ui/remembered.ts'

/** The user whose events were looked at last: the way back to them. */
export const { set: chooseUser, use: useChosenUser } = remembered()
