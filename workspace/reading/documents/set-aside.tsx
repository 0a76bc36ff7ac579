import { useQuery } from '@tanstack/react-query'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/filing.ts'
import { useReading } from '../reading.ts'
import { useCuration } from './use-curation.ts'

/** Documents that are held or were removed, each with the reason. They can be admitted. */
export function SetAside() {
  const reading = useReading()
  const { caseId, may } = reading
  const { setStatus } = useCuration(reading)
  const curates = may('curateDocuments')
  const { data: all } = useQuery({
    queryKey: [...keys.of(caseId, 'documents'), 'any status'],
    queryFn: ({ signal }) => portico().documents.listAll(caseId, { signal }),
    enabled: curates,
  })
  const aside = all?.filter(({ status }) => status !== 'current') ?? []
  if (aside.length === 0) return null
  return (
    <section>
      <h3>{words.aside}</h3>
      <ul>
        {aside.map(({ id, name, status, why }) => (
          <li key={id} data-id={id}>
            <b>{name}</b> <span className="faint">{words.statuses[status]}</span>
            {why ? <p className="soft">{why}</p> : null}
            <span className="actions">
              <Button onClick={() => void setStatus(id, 'current', words.admittedWhy)}>{words.admit}</Button>
              {status === 'held' ? (
                <Button onClick={() => void setStatus(id, 'removed', words.keptOutWhy)}>
                  {words.keepOut}
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
