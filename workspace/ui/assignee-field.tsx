import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { peopleQuery } from '../data/people.ts'
import { useProfile } from '../data/profile.ts'
import { words } from '../words/tasks.ts'

export type Assignee = { id: string; label: string; value: { team: string } | { person: string } }
type Option = Assignee & { note: string }

/** A colleague or a team, found by typing part of the name. */
export function AssigneeField({
  label,
  chosen,
  onChoose,
  teamsToo = true,
}: {
  label: string
  chosen: Assignee | undefined
  onChoose: (assignee: Assignee | undefined) => void
  teamsToo?: boolean
}) {
  const id = useId()
  const [text, setText] = useState(chosen?.label ?? '')
  const [at, setAt] = useState(0)
  const people = useQuery({ ...peopleQuery(text), placeholderData: keepPreviousData })
  const teams = useProfile()?.teams ?? []
  const options: Option[] = [
    ...(people.data ?? []).map(({ id, displayName, username }) => ({
      id,
      label: displayName,
      note: username,
      value: { person: username },
    })),
    ...(teamsToo ? teams : [])
      .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
      .map(({ name, label }) => ({ id: name, label, note: words.team, value: { team: name } })),
  ]
  const isOpen = chosen === undefined

  function choose({ id, label, value }: Option) {
    setText(label)
    onChoose({ id, label, value })
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && isOpen && options[at]) choose(options[at])
    else return
    event.preventDefault()
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-options`}
        aria-activedescendant={isOpen && options[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={text}
        placeholder={words.form.toHint}
        onKeyDown={move}
        onChange={({ target }) => {
          onChoose(undefined)
          setAt(0)
          setText(target.value)
        }}
      />
      <div
        id={`${id}-options`}
        role="listbox"
        aria-label={label}
        className="options"
        hidden={!isOpen}
        tabIndex={-1}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
          <div
            key={`${option.note}:${option.id}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => choose(option)}
          >
            <span>{option.label}</span>
            <span className="faint">{option.note}</span>
          </div>
        ))}
        {options.length === 0 && people.isSuccess ? (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
            {words.noMatch}
          </div>
        ) : null}
      </div>
    </div>
  )
}
