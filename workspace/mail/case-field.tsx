import type { CaseSummary } from '@portico/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fileName } from '../cases/names.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { useOptionKeys } from '../ui/option-keys.ts'
import { plainly } from '../ui/plain-name.ts'

export type ChosenCase = { id: string; docketNumber: string; name?: string | undefined }

const labelOf = ({ docketNumber, name }: ChosenCase) => [docketNumber, name].filter(Boolean).join(' ')

/** A case, found by typing part of its docket number or of a name. */
export function CaseField({
  label,
  hint,
  none,
  chosen,
  onChoose,
}: {
  label: string
  hint: string
  none: string
  chosen: ChosenCase | undefined
  onChoose: (chosen: ChosenCase | undefined) => void
}) {
  const id = useId()
  const [text, setText] = useState(chosen ? labelOf(chosen) : '')
  const isOpen = chosen === undefined && text.trim().length > 1
  const found = useQuery({
    queryKey: [...keys.cases, 'find', text.trim()],
    queryFn: async ({ signal }) =>
      plainly((await portico().cases.list({ text: text.trim(), limit: 8, signal }).page()).cases),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const isCurrent = !found.isPending && !found.isPlaceholderData
  const options = isOpen ? (found.data ?? []) : []

  function choose({ id, docketNumber, veteran }: CaseSummary) {
    const one = { id, docketNumber, name: fileName(veteran) }
    setText(labelOf(one))
    onChoose(one)
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
        aria-activedescendant={options[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={text}
        placeholder={hint}
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
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => choose(option)}
          >
            <span className="number">{option.docketNumber}</span>
            <span className="faint">{fileName(option.veteran)}</span>
          </div>
        ))}
        {options.length === 0 && found.isSuccess ? (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
            {none}
          </div>
        ) : null}
      </div>
    </div>
  )
}
