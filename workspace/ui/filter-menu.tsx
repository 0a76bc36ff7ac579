import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { words } from '../words/lists.ts'
import { Button } from './button.tsx'
import { toggled } from './fields.tsx'
import { usePopover } from './use-popover.ts'
import './filter-menu.css'

/** A small form beside the name of a column. What it changes works at once. */
export function FilterMenu({
  column,
  isOn,
  clear,
  children,
}: {
  column: string
  isOn: boolean
  clear: () => void
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const { trigger, panel } = usePopover<HTMLDivElement>(isOpen, { controls: 'input, select, button' })

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`filter-button ${isOn ? 'on' : ''}`}
        aria-label={words.filterBy(column)}
        title={words.filterBy(column)}
        aria-expanded={isOpen}
        aria-pressed={isOn}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter />
      </button>
      {isOpen ? (
        <div
          ref={panel}
          className="filter-menu"
          role="dialog"
          aria-label={words.filterBy(column)}
          popover="auto"
          onToggle={(event) => {
            if (event.newState !== 'closed') return
            setOpen(false)
            trigger.current?.focus()
          }}
        >
          {children}
          <Button className="clear" onClick={clear} disabled={!isOn}>
            {words.clearFilter}
          </Button>
        </div>
      ) : null}
    </>
  )
}

type Named = { name: string; label: string }

/** Any of some named values. */
export function FilterByNames(props: {
  column: string
  names: readonly Named[]
  chosen: readonly string[] | undefined
  choose: (names: string[] | undefined) => void
}) {
  const { column, chosen = [], choose } = props
  return (
    <FilterMenu column={column} isOn={chosen.length > 0} clear={() => choose(undefined)}>
      <ManyChoices {...props} />
    </FilterMenu>
  )
}

export function ManyChoices({
  names,
  chosen = [],
  choose,
}: {
  names: readonly Named[]
  chosen: readonly string[] | undefined
  choose: (names: string[] | undefined) => void
}) {
  return names.map(({ name, label }) => (
    <label key={name}>
      <input
        type="checkbox"
        checked={chosen.includes(name)}
        onChange={({ target }) => {
          const next = toggled(chosen, name, target.checked)
          choose(next.length > 0 ? next : undefined)
        }}
      />
      {label}
    </label>
  ))
}

/** One of some named values, or none. */
export function FilterByOne({
  column,
  names,
  chosen,
  choose,
}: {
  column: string
  names: readonly Named[]
  chosen: string | undefined
  choose: (name: string | undefined) => void
}) {
  return (
    <FilterMenu column={column} isOn={chosen !== undefined} clear={() => choose(undefined)}>
      <Choices group={column} names={names} chosen={chosen} choose={choose} />
    </FilterMenu>
  )
}

export function Choices({
  group,
  names,
  chosen,
  choose,
}: {
  group: string
  names: readonly Named[]
  chosen: string | undefined
  choose: (name: string) => void
}) {
  return names.map(({ name, label }) => (
    <label key={name}>
      <input type="radio" name={group} checked={chosen === name} onChange={() => choose(name)} />
      {label}
    </label>
  ))
}

export function NumberField({
  name,
  value,
  set,
}: {
  name: string
  value: number | undefined
  set: (value: number | undefined) => void
}) {
  return (
    <label>
      {name}
      <input
        type="number"
        className="input"
        min={0}
        max={3650}
        value={value ?? ''}
        onChange={({ target }) => set(target.value === '' ? undefined : Number(target.value))}
      />
    </label>
  )
}

export function DateField({
  name,
  value,
  set,
}: {
  name: string
  value: string | undefined
  set: (value: string | undefined) => void
}) {
  return (
    <label>
      {name}
      <input
        type="date"
        className="input"
        value={value ?? ''}
        onChange={({ target }) => set(target.value || undefined)}
      />
    </label>
  )
}
