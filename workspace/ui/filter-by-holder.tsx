import { useProfile } from '../data/profile.ts'
import { useMe } from '../data/session.ts'
import { words } from '../words/lists.ts'
import { AssigneeField } from './assignee-field.tsx'
import { FilterMenu } from './filter-menu.tsx'
import './form.css'

/** By who has it: oneself, a team, or a colleague who is found by name. */
export function FilterByHolder({
  column,
  chosen,
  choose,
}: {
  column: string
  chosen: string | undefined
  /** The id of a member, or the name of a team. */
  choose: (holder: { kind: 'person' | 'team'; id: string } | undefined) => void
}) {
  const me = useMe()
  const teams = useProfile()?.teams ?? []
  return (
    <FilterMenu column={column} isOn={chosen !== undefined} clear={() => choose(undefined)}>
      <label>
        <input
          type="radio"
          name={column}
          checked={chosen === me.id}
          onChange={() => choose({ kind: 'person', id: me.id })}
        />
        {words.me}
      </label>
      {teams.map(({ name, label }) => (
        <label key={name}>
          <input
            type="radio"
            name={column}
            checked={chosen === name}
            onChange={() => choose({ kind: 'team', id: name })}
          />
          {label}
        </label>
      ))}
      <AssigneeField
        label={words.colleague}
        chosen={undefined}
        onChoose={(one) => one && choose({ kind: 'person', id: one.id })}
        teamsToo={false}
      />
    </FilterMenu>
  )
}
