import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Chosen, isSame, threeWay } from '../admin/three-way.ts'
import { subscriptionsQuery } from '../data/alerts.ts'
import { useDraft } from '../data/draft.ts'
import { portico } from '../data/session.ts'
import { isConflict, useCommand } from '../ui/use-command.ts'
import { words } from '../words/alerts.ts'
import { formOf, type SettingsForm, subscriptionsOf } from './settings-form.ts'

/** What was changed and is not saved yet, what it was before, and on which version. */
type Draft = { version: number; was?: SettingsForm; form?: SettingsForm; chosen: Chosen }

const noDraft: Draft = { version: 0, chosen: {} }

/** One's own settings as they are edited: kept by the browser, and never saved over what was saved elsewhere. */
export function useSettings() {
  const query = useQuery({ ...subscriptionsQuery, staleTime: 1_000 })
  const client = useQueryClient()
  const [draft, setDraft, clearDraft] = useDraft<Draft>('subscriptions', noDraft)
  const [isMerged, setMerged] = useState(false)
  const saved = query.data && formOf(query.data.subscriptions)
  const version = query.data?.version ?? 0
  const isBehind = saved !== undefined && draft.form !== undefined && draft.version !== version
  const { merged, clashes } =
    isBehind && draft.form && draft.was
      ? threeWay(draft.was, draft.form, saved, draft.chosen)
      : { merged: undefined, clashes: [] }
  const undecided = clashes.filter(({ place }) => !(place in draft.chosen))

  useEffect(() => {
    if (!merged || !saved || undecided.length > 0) return
    setMerged(!isSame(saved, draft.was))
    if (isSame(merged, saved)) {
      setDraft(noDraft)
      clearDraft()
    } else setDraft({ version, was: saved, form: merged, chosen: {} })
  })

  const form = draft.form ?? saved
  const startOver = () => {
    setDraft(noDraft)
    clearDraft()
    setMerged(false)
    save.reset()
  }
  const save = useCommand({
    run: (_, given: SettingsForm) =>
      portico().alerts.subscribe(subscriptionsOf(given), { ifMatch: draft.version }),
    problemOf: (error) => (isConflict(error) ? '' : error.message),
    renews: (error) => (isConflict(error) ? [subscriptionsQuery.queryKey] : []),
    done: words.settings.saved,
    onDone(answer) {
      client.setQueryData(subscriptionsQuery.queryKey, answer)
      startOver()
    },
  })
  return {
    query,
    form,
    isChanged: form !== undefined && saved !== undefined && !isSame(form, saved),
    change(changes: Partial<SettingsForm>) {
      if (!form || !saved) return
      const was = draft.was ?? saved
      setDraft({
        ...draft,
        version: draft.form ? draft.version : version,
        was,
        form: { ...form, ...changes },
      })
    },
    clashes: undecided,
    choose: (place: string, which: 'mine' | 'theirs') =>
      setDraft({ ...draft, chosen: { ...draft.chosen, [place]: which } }),
    isMerged,
    problem: save.problem,
    startOver,
    save,
  }
}
