import { type ReactNode, useId } from 'react'
import { useOptionKeys } from './option-keys.ts'
import './form.css'

export type ComboboxOption<Value> = { key: string; label: ReactNode; note?: ReactNode; value: Value }

/**
 * A field that lists what fits what is typed. Arrows move, Enter takes; while the list is on its way, or still that of
 * what was typed before (`isCurrent` is false), Enter takes nothing: nobody has seen what it would be.
 */
export function Combobox<Value>({
  label,
  placeholder,
  text,
  onType,
  options,
  isOpen,
  isCurrent,
  none,
  onChoose,
}: {
  label: string
  placeholder: string
  text: string
  onType: (text: string) => void
  options: readonly ComboboxOption<Value>[]
  isOpen: boolean
  isCurrent: boolean
  /** What the list says when nothing fits. */
  none: string
  onChoose: (value: Value) => void
}) {
  const id = useId()
  const { index, optionId, startOver, onKeyDown, props } = useOptionKeys({
    id,
    options,
    isOpen,
    isCurrent,
    choose: ({ value }) => onChoose(value),
  })
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...props}
        id={id}
        className="input"
        value={text}
        placeholder={placeholder}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          startOver()
          onType(target.value)
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
        {options.map(({ key, label, note, value }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
          <div
            key={key}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={place === index}
            onClick={() => onChoose(value)}
          >
            <span>{label}</span>
            <span className="faint">{note}</span>
          </div>
        ))}
        {options.length === 0 && isCurrent ? (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
            {none}
          </div>
        ) : null}
      </div>
    </div>
  )
}
