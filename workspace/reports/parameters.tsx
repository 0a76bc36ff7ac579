import type { ReportSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../data/profile.ts'
import { elementsQuery } from '../data/reports.ts'
import { asksAnything, type ReportSearch } from '../frame/search-params.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/reports.ts'

const text = words.parameters
const periods = ['day', 'week', 'month', 'quarter', 'year'] as const

/** What is counted. Each change works at once. */
export function Parameters({
  summary,
  search,
  change,
}: {
  summary: ReportSummary
  search: ReportSearch
  change: (changes: Partial<ReportSearch>) => void
}) {
  const profile = useProfile()
  const elements = useQuery(elementsQuery).data ?? []
  const { dimensions, period } = summary
  const chosen: readonly string[] = search.by ?? summary.by
  const labelOf = (name: string) =>
    elements.find((element) => element.name === name)?.label ?? words.dimensions[name] ?? name
  const { chart: _chart, ...asked } = search
  if (dimensions.length === 0 && !period) return null
  return (
    <form className="parameters" aria-label={text.label} onSubmit={(event) => event.preventDefault()}>
      {dimensions.length > 0 ? (
        <fieldset>
          <legend>{text.by}</legend>
          {dimensions.map((name) => (
            <label key={name} className="chip">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ target }) =>
                  change({
                    by: target.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                  })
                }
              />
              {labelOf(name)}
            </label>
          ))}
        </fieldset>
      ) : null}
      {period ? (
        <>
          <label>
            {text.period}
            <select
              className="input"
              value={search.period ?? period}
              onChange={({ target }) => change({ period: target.value as ReportSearch['period'] })}
            >
              {periods.map((one) => (
                <option key={one} value={one}>
                  {text.periods[one]}
                </option>
              ))}
            </select>
          </label>
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {text[end]}
              <input
                className="input"
                type="date"
                value={search[end] ?? ''}
                onChange={({ target }) => change({ [end]: target.value || undefined })}
              />
            </label>
          ))}
        </>
      ) : null}
      {(['caseType', 'docket'] as const).map((name) =>
        dimensions.includes(name) ? (
          <label key={name}>
            {text[name]}
            <select
              className="input"
              value={search[name] ?? ''}
              onChange={({ target }) => change({ [name]: target.value || undefined })}
            >
              <option value="">{text.all}</option>
              {(name === 'caseType' ? profile?.caseTypes : profile?.dockets)?.map((word) => (
                <option key={word.name} value={word.name}>
                  {word.label}
                </option>
              ))}
            </select>
          </label>
        ) : null,
      )}
      {asksAnything(asked) ? (
        <Button
          kind="plain"
          onClick={() =>
            change({
              by: undefined,
              period: undefined,
              from: undefined,
              to: undefined,
              caseType: undefined,
              docket: undefined,
            })
          }
        >
          {text.reset}
        </Button>
      ) : null}
    </form>
  )
}
