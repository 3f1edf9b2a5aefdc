import { remembered } from '../../ui/remembered.ts'

/** The last user whose events were opened. */
export const { set: chooseUser, use: useChosenUser } = remembered()
