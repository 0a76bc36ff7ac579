import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { peopleQuery } from '../data/people.ts'
import { useProfile } from '../data/profile.ts'
import { words } from '../words/tasks.ts'
import { useOptionKeys } from './option-keys.ts'

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
  const isCurrent = !people.isPending && !people.isPlaceholderData

  function choose({ id, label, value }: Option) {
    setText(label)
    onChoose({ id, label, value })
  }

  const { at, startOver, onKeyDown } = useOptionKeys({ options, isOpen, isCurrent, choose })

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
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          onChoose(undefined)
          startOver()
          setText(target.value)
        }}
      />
      <div
        id={`${id}-options`}
        role="listbox"
        aria-label={label}
        className="options"
        aria-busy={!isCurrent}
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
