import { type KeyboardEvent, useState } from 'react'

/** A field that has the focus while arrows move through a list of options and Enter takes one. */
export function useOptionKeys<Option>({
  id,
  options,
  isOpen,
  isCurrent,
  wraps = false,
  choose,
}: {
  /** Of the field; its list is named after it. */
  id: string
  options: readonly Option[]
  isOpen: boolean
  /** Whether the options are those of what is typed now. */
  isCurrent: boolean
  /** Whether the first option follows the last. */
  wraps?: boolean
  choose: (option: Option) => void
}) {
  const [place, setPlace] = useState(0)
  const last = Math.max(0, options.length - 1)
  const index = Math.min(place, last)
  const option = options[index]
  const optionId = (place: number) => `${id}-${place}`

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return
    if (event.key === 'ArrowDown') setPlace(index < last ? index + 1 : wraps ? 0 : last)
    else if (event.key === 'ArrowUp') setPlace(index > 0 ? index - 1 : wraps ? last : 0)
    else if (event.key === 'Enter' && !isCurrent) return event.preventDefault()
    else if (event.key === 'Enter' && option !== undefined) choose(option)
    else return
    event.preventDefault()
  }

  return {
    index,
    optionId,
    setPlace,
    startOver: () => setPlace(0),
    onKeyDown,
    props: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': `${id}-options`,
      'aria-activedescendant': isOpen && option !== undefined ? optionId(index) : undefined,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
    } as const,
  }
}
