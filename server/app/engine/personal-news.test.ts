import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangedDraft } from '../own/presence-feed.ts'
import { gatherNews } from './personal-news.ts'

type Told = (caseIds: readonly string[], drafts: readonly ChangedDraft[]) => void

describe('the news of one watcher', () => {
  it('are gathered until they are taken', async () => {
    let alert = () => {}
    let tell: Told = () => {}
    const news = gatherNews({
      alerts: {
        hear(_, told) {
          alert = told
          return () => {}
        },
        hasUnread: async () => true,
      },
      presence: {
        hear(_, told) {
          tell = told
          return () => {}
        },
      },
    })
    news.listen('mem_1')
    assert.ok(news.isEmpty())
    const draft = { caseId: 'case_1', workProductId: 'wp_1' } as ChangedDraft
    tell(['case_1'], [draft])
    tell(['case_1', 'case_2'], [draft])
    alert()
    await news.arrived()
    assert.ok(!news.isEmpty())
    assert.deepEqual(news.take(), { hasAlerts: true, moved: ['case_1', 'case_2'], drafts: [draft] })
    assert.ok(news.isEmpty())
  })

  it('are heard no more after a stop', () => {
    let isHeard = true
    const news = gatherNews({
      presence: {
        hear: () => () => {
          isHeard = false
        },
      },
    })
    news.listen('mem_1')
    news.stop()
    assert.ok(!isHeard)
  })
})
