import { type KeyboardEvent, useState } from 'react'

/**
 * The keys of a field that lists what fits what is typed: arrows move, Enter takes. While the list is still on its way, or
 * for what was typed before (`isCurrent` is false), Enter takes nothing: nobody has seen what it would be.
 */
export function useOptionKeys<Option>({
  options,
  isOpen,
  isCurrent,
  choose,
}: {
  options: readonly Option[]
  isOpen: boolean
  isCurrent: boolean
  choose: (option: Option) => void
}) {
  const [at, setAt] = useState(0)
  const option = options[at]

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && !isCurrent) return event.preventDefault()
    else if (event.key === 'Enter' && option !== undefined) choose(option)
    else return
    event.preventDefault()
  }

  return { at, startOver: () => setAt(0), onKeyDown }
}
