export const yes = (is: boolean): string => (is ? 'yes' : 'no')
