import type { Party, SettleConflict } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { EndingList, useEnding } from '../ui/ending.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/case-page.ts'

const text = words.people

/** What the case and the directory say of a party, for somebody to decide. */
export function PartyConflict({ caseId, party }: { caseId: string; party: Party }) {
  const client = useQueryClient()
  const mayDecide = useMay('keepParties')
  const { ending, ...ends } = useEnding(caseId)
  const settle = useMutation({
    mutationFn: (keep: SettleConflict['keep']) =>
      ends.send({ settleConflict: { partyId: party.id, keep } }, (seen) =>
        portico().parties.settleConflict(caseId, party.id, { keep, ends: seen }),
      ),
    onSuccess: () => {
      ends.forget()
      toast(text.settled)
    },
    onError: (error) => {
      const problem = ends.problemOf(error)
      if (problem) toast(problem, { isBad: true })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.case(caseId) }),
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
      <EndingList ending={ending} />
      {mayDecide ? (
        <div className="actions">
          <Button disabled={settle.isPending} onClick={() => settle.mutate('case')}>
            {text.keepCase}
          </Button>
          {directory ? (
            <Button disabled={settle.isPending} onClick={() => settle.mutate('directory')}>
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
