import type { Party, SettleConflict } from '@portico/sdk'
import { keys } from '../data/keys.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { EndingList } from '../ui/ending.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/case-page.ts'

const text = words.people

/** What the case and the directory say of a party, for somebody to decide. */
export function PartyConflict({ caseId, party }: { caseId: string; party: Party }) {
  const mayDecide = useMay('keepParties')
  const settle = useCommand({
    ends: { caseId },
    run: (_, keep: SettleConflict['keep'], confirm) =>
      confirm({ settleConflict: { partyId: party.id, keep } }, (ends) =>
        portico().parties.settleConflict(caseId, party.id, { keep, ends }),
      ),
    renews: [keys.case(caseId)],
    done: text.settled,
    hasForm: false,
  })
  const { conflicts = [], directory } = party
  const [why] = conflicts.flatMap((one) => one.why ?? [])
  return (
    <div className="conflict">
      <p>
        <span className="badge bad">{text.conflict}</span>
      </p>
      <ul>
        {conflicts.map(({ field }) => (
          <li key={field}>
            {text.fields[field] ?? field}: {shown(party, field)} {text.here}, {shown(directory, field)}{' '}
            {text.there}
          </li>
        ))}
      </ul>
      {why === undefined ? null : <p className="faint">{text.refused(why)}</p>}
      <EndingList ending={settle.ending} />
      {mayDecide ? (
        <div className="actions">
          <Button disabled={settle.isPending} onClick={() => settle.send('case')}>
            {text.keepCase}
          </Button>
          {directory ? (
            <Button disabled={settle.isPending} onClick={() => settle.send('directory')}>
              {text.keepDirectory}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function shown(of: object | undefined, field: string): string {
  const value = field
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], of)
  return plain(value) || text.nothing
}

/** Whatever it is made of, in one line. */
function plain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : String(value)
  return Object.values(value).map(plain).filter(Boolean).join(', ')
}
