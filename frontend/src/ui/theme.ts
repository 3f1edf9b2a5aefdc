import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'
import classes from './mantine.module.css'

// Mantine computes hover and contrast from literals, so these are hex; the rest of the colours stay in tokens.css.
const weld: MantineColorsTuple = [
  '#fdf5e4',
  '#f8e6c3',
  '#f2d49a',
  '#e6ad58',
  '#e0a44c',
  '#cb8a2c',
  '#b06f12',
  '#9a600c',
  '#855308',
  '#5c3904',
]
const dark: MantineColorsTuple = [
  '#f0e7d9',
  '#bfb3a2',
  '#9a8e7e',
  '#857a6d',
  '#3d362e',
  '#2c2720',
  '#24201a',
  '#1c1814',
  '#15120f',
  '#0e0c0a',
]
const gray: MantineColorsTuple = [
  '#fcfbf9',
  '#f4f2ee',
  '#eae7e1',
  '#dad5cc',
  '#bfb8ac',
  '#8c8275',
  '#6f6558',
  '#5b5247',
  '#3d362d',
  '#26211b',
]

/** User-written text follows its own writing direction. */
const written = { dir: 'auto' }
/** A menu fades for a moment after a choice: the second press of a double click would choose again. */
const secondPressIgnored = {
  onClickCapture(event: MouseEvent) {
    if (event.detail < 2) return
    event.stopPropagation()
    // Without this, a link would load the whole page, because the router does not receive the press.
    event.preventDefault()
  },
}
const scrim = { overlayProps: { color: 'var(--ll-scrim)', backgroundOpacity: 1 } }

export const theme = createTheme({
  colors: { weld, dark, gray },
  primaryColor: 'weld',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  black: '#26211b',
  white: '#ffffff',
  fontFamily: 'var(--ll-sans)',
  fontFamilyMonospace: 'var(--ll-mono)',
  fontSmoothing: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '26px' },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '100em' },
  shadows: {
    xs: 'var(--ll-shadow-1)',
    sm: 'var(--ll-shadow-1)',
    md: 'var(--ll-shadow-2)',
    lg: 'var(--ll-shadow-2)',
    xl: 'var(--ll-shadow-2)',
  },
  headings: {
    fontFamily: 'var(--ll-serif)',
    fontWeight: '500',
    sizes: {
      h1: { fontSize: '30px', lineHeight: '36px' },
      h2: { fontSize: '24px', lineHeight: '30px' },
      h3: { fontSize: '19px', lineHeight: '24px' },
      h4: { fontSize: '16px', lineHeight: '21px' },
    },
  },
  // By name, so that this file does not add every component to the first load.
  components: {
    Button: {
      defaultProps: { size: 'sm', variant: 'default' },
      classNames: { root: classes.button, label: classes.buttonLabel },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', size: 32 },
      classNames: { root: classes.icon },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { title: written },
        ...scrim,
      },
      classNames: {
        content: classes.modal,
        header: classes.modalHeader,
        title: classes.modalTitle,
        body: classes.modalBody,
      },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, ...scrim },
      classNames: { content: classes.drawer },
    },
    Tooltip: { defaultProps: { openDelay: 350 }, classNames: { tooltip: classes.tooltip } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    // Every field consists of these two.
    Input: { defaultProps: { attributes: { input: written } }, classNames: { input: classes.field } },
    InputWrapper: { classNames: { label: classes.label, error: classes.error, description: classes.help } },
    TagsInput: { classNames: { inputField: classes.innerField } },
    MultiSelect: { classNames: { inputField: classes.innerField } },
    PasswordInput: { classNames: { innerInput: classes.innerField, visibilityToggle: classes.reveal } },
    Combobox: { classNames: { dropdown: classes.dropdown, option: classes.option, search: classes.searchField } },
    Checkbox: {
      defaultProps: { color: '#e6ad58', iconColor: '#1b130a' },
      classNames: { input: classes.checkbox, label: classes.checkboxLabel },
    },
    Radio: {
      defaultProps: { size: 'xs', variant: 'outline', color: 'var(--ll-thread)' },
      classNames: { radio: classes.radio },
    },
    Table: {
      defaultProps: { withRowBorders: false },
      classNames: { table: classes.table, th: classes.th, td: classes.td },
    },
    Menu: {
      // The first item has the focus once a menu is open, so that Enter and the arrow keys act on a highlighted item.
      defaultProps: { attributes: { dropdown: secondPressIgnored }, withInitialFocusPlaceholder: false },
      classNames: { dropdown: classes.dropdown, item: classes.option },
    },
    Popover: { classNames: { dropdown: classes.dropdown } },
  },
})

const named = {
  '--mantine-color-body': 'var(--ll-body)',
  '--mantine-color-text': 'var(--ll-text)',
  '--mantine-color-bright': 'var(--ll-text)',
  '--mantine-color-dimmed': 'var(--ll-text-3)',
  '--mantine-color-anchor': 'var(--ll-accent-text)',
  '--mantine-color-placeholder': 'var(--ll-text-3)',
  '--mantine-color-error': 'var(--ll-madder)',
  '--mantine-color-default': 'transparent',
  '--mantine-color-default-hover': 'var(--ll-hover)',
  '--mantine-color-default-border': 'var(--ll-control)',
  '--mantine-color-default-color': 'var(--ll-text)',
  '--mantine-primary-color-filled': 'var(--ll-fill)',
  '--mantine-primary-color-filled-hover': 'var(--ll-fill-hover)',
  '--mantine-primary-color-contrast': 'var(--ll-on-fill)',
  '--mantine-primary-color-light': 'var(--ll-selected)',
  '--mantine-primary-color-light-color': 'var(--ll-accent-text)',
}

/** Maps Mantine's variables to the tokens in both schemes, whose differences are in tokens.css. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: named, dark: named })
