import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../core/kernel/decider.ts'
import { checkedProfile, faultsOfProfile } from './check-profile.ts'
import { outdatedCalendars } from './deadline-faults.ts'
import { defaultProfile } from './default.ts'

/** The default profile with something else about it. */
function changed(change: (profile: Profile) => void): Profile {
  const profile = JSON.parse(JSON.stringify(defaultProfile)) as Profile
  change(profile)
  return profile
}

function faultsOf(change: (profile: Profile) => void): string[] {
  return faultsOfProfile(changed(change)).map(({ what }) => what)
}

const workflow = (profile: Profile) => profile.workflows[0] as Profile['workflows'][number]
const rule = (profile: Profile) => workflow(profile).rules[0] as Profile['workflows'][number]['rules'][number]

describe('the check of a profile', () => {
  it('finds nothing wrong with the default', () => {
    assert.deepEqual(faultsOfProfile(defaultProfile), [])
    assert.equal(checkedProfile(defaultProfile), defaultProfile)
  })

  it('a profile that was saved before texts had parts is as it was', () => {
    const profile = changed(({ workProducts }) => {
      for (const added of ['parts', 'withoutParts', 'headings', 'authorities'] as const)
        delete workProducts[added]
    })
    assert.deepEqual(faultsOfProfile(profile), [])
  })

  it('says what is wrong with the parts of a text, and with patterns of authorities', () => {
    assert.deepEqual(
      faultsOf(({ workProducts: { parts = [], authorities } }) => {
        const [order, finding, conclusion, reason] = parts
        Object.assign(order!, { heading: 'Order' })
        delete finding!.heading
        finding!.dispositions = ['alowed']
        delete conclusion!.missing
        Object.assign(reason!, { name: 'order', headingOfOne: 'Reason' })
        authorities!.groups[0]!.patterns = ['{nmber} U.S.C. § {section}', '(a+)+bc', 'ab']
        authorities!.groups[1]!.patterns = ['ab']
      }),
      [
        'workProducts.parts[3].name is order, like workProducts.parts[0].name: it must be unique.',
        'workProducts.parts[1].dispositions[0] names the disposition alowed, which does not exist; did you mean allowed?',
        'workProducts.parts[0].heading must be left out: it stands under the order of its issue.',
        'workProducts.parts[1].heading must be set: what is collected stands under it.',
        'workProducts.parts[2].dispositions must be left out without missing.',
        'workProducts.parts[3].headingOfOne must be left out where place is not collected.',
        'workProducts.authorities.groups[0].patterns[0] has {nmber}: it must be one of {number}, {section}, {name}, {pages}, {court}, {year}; did you mean {number}?',
        'workProducts.authorities.groups[0].patterns[1] must begin with a word, a number or a placeholder.',
        'workProducts.authorities.groups[1].patterns[0] is the same as workProducts.authorities.groups[0].patterns[2].',
      ],
    )
    assert.deepEqual(
      faultsOf(({ workProducts }) => delete workProducts.authorities),
      [
        'workProducts.parts[2].withoutAuthority needs workProducts.authorities: no authority is recognised without.',
      ],
    )
  })

  it('a task is completed only by outcomes, events and fields that there are', () => {
    const faultsOfCompletion = (completesWhen: object) =>
      faultsOf((profile) => {
        Object.assign(profile.taskTypes.find(({ name }) => name === 'recordMissing') ?? {}, { completesWhen })
      }).map((what) => what.replace(/taskTypes\[\d+\]\.completesWhen/, 'it'))
    const otherwise = 'File it first.'
    const where = { documentType: ['hearingRecordings'], documentTypes: ['brief'] }
    assert.deepEqual(
      faultsOfCompletion({ outcomes: ['file'], happened: [{ event: 'document.filed', where }], otherwise }),
      [
        'it.happened[0].where.documentType[0] names the document type hearingRecordings, which does not exist; did you mean hearingRecording?',
        'it.outcomes[0] names the outcome file, which does not exist; did you mean filed?',
        'it.happened[0].where.documentTypes names the field of document.filed documentTypes, which does not exist; did you mean documentType?',
      ],
    )
    assert.match(
      faultsOfCompletion({ happened: [{ event: 'document.tagged' }], otherwise })[0] ?? '',
      /event/,
    )
  })

  it('a name that leads nowhere is told with its place, and the word that was probably meant', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        rule(profile).do = [{ open: 'intakes' }]
      }),
      [
        'workflows[0].rules[0].do[0].open names the task type intakes, which does not exist; did you mean intake?',
      ],
    )
    assert.deepEqual(
      faultsOf((profile) => {
        profile.mailTypes[3]!.routes = [{ team: 'zeppelin' }]
      }),
      ['mailTypes[3].routes[0].team names the team zeppelin, which does not exist.'],
    )
    const place = defaultProfile.taskTypes.findIndex(({ name }) => name === 'withdrawal')
    assert.deepEqual(
      faultsOf((profile) => {
        profile.taskTypes[place]!.onlySigns = ['withdraw']
      }),
      [
        `taskTypes[${place}].onlySigns[0] names the disposition withdraw, which does not exist; did you mean withdrawn?`,
      ],
    )
    assert.deepEqual(
      faultsOf((profile) => {
        profile.sensitivity.ofNewCases = 4
      }),
      ['sensitivity.ofNewCases names the level 4, which does not exist.'],
    )
  })

  it('a field that is missing, unknown or of another kind is told with its place', () => {
    const broken = changed((profile) => {
      const { label: _, ...team } = profile.teams[0]!
      profile.teams[0] = { ...team, colour: 'red' } as never
      profile.levers.batchPerDrafter = 'three' as never
      profile.dispositions[0]!.reasons = 'some' as never
      profile.dockets[1]!.name = 'Evidence Submission'
    })
    assert.deepEqual(faultsOfProfile(broken), [
      {
        place: 'dispositions[0].reasons',
        what: 'dispositions[0].reasons must be one of none, optional, required.',
      },
      { place: 'dockets[1].name', what: 'dockets[1].name must be written like drafting.' },
      { place: 'levers.batchPerDrafter', what: 'levers.batchPerDrafter must be an integer.' },
      { place: 'teams[0].colour', what: 'teams[0] has an unknown field: colour.' },
      { place: 'teams[0].label', what: 'teams[0] must have label.' },
    ])
    const { levers: _, ...without } = defaultProfile
    assert.deepEqual(faultsOfProfile(without), [{ place: 'levers', what: 'The profile must have levers.' }])
    assert.deepEqual(faultsOfProfile([]), [{ place: '', what: 'The profile must be an object.' }])
  })

  it('of a step that fits no form, only what is wrong with the form that was meant is told', () => {
    const steps = (step: unknown) =>
      faultsOf((profile) => {
        rule(profile).do = [step as never]
      })
    assert.deepEqual(steps({ open: 'intake', holdDays: -1 }), [
      'workflows[0].rules[0].do[0].holdDays must be at least 0.',
    ])
    assert.deepEqual(steps({ cancel: 'intake' }), ['workflows[0].rules[0].do[0] must have why.'])
    assert.match(
      steps({ begin: 'intake' })[0] ?? '',
      /^workflows\[0\]\.rules\[0\]\.do\[0\] must have one of open, complete, cancel,/,
    )
  })

  it('a name that is there twice is told with both places', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        profile.letters.push({ ...profile.letters[2]! })
      }),
      ['letters[12].name is general, like letters[2].name: it must be unique.'],
    )
    assert.deepEqual(
      faultsOf((profile) => {
        profile.reasonGroups[1]!.reasons[0]!.name = 'noNotice'
      }),
      [
        'reasonGroups[1].reasons[0].name is noNotice, like reasonGroups[0].reasons[0].name: it must be unique.',
      ],
    )
  })

  it('an event or an action that the core does not know is told', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        rule(profile).on = { event: 'case.open' }
        profile.roles[0]!.may = ['fly']
      }),
      [
        'workflows[0].rules[0].on.event names the event case.open, which does not exist; did you mean case.opened?',
        'roles[0].may[0] names the action fly, which does not exist.',
      ],
    )
  })

  it('a template names only fields that are filled, and closes what it opens', () => {
    const body = (text: string) =>
      faultsOf((profile) => {
        profile.letters[0]!.body = text
      })
    assert.deepEqual(body('Dear {{ claimant.nam }}'), [
      'letters[0].body names the field claimant.nam, which does not exist here; did you mean claimant.name?',
    ])
    assert.match(
      body('Dear {{ claimant.name').join(),
      /^letters\[0\]\.body cannot be read as a template: .*not closed/,
    )
    assert.deepEqual(body('Dear {{claimant.name}} { }'), [])
  })

  it('a letter names no field that can never be filled in it', () => {
    const faults = (letter: Partial<Profile['letters'][number]>) =>
      faultsOf((profile) => {
        const { answerWindow: _, raisedBy: __, ...plain } = profile.letters[0]!
        profile.letters[0] = { ...plain, ...letter }
      })
    for (const field of ['document.name', 'document.receiptDate', 'link'])
      assert.match(
        faults({ body: `On {{ ${field} }}` }).join(),
        new RegExp(`^letters\\[0\\]\\.body names the field ${field}, which does not exist here`),
      )
    const answer = { body: 'Answer by {{ answerBy }}.' }
    assert.deepEqual(faults(answer), [
      'letters[0].body names the field answerBy, which has a value only in a letter with answerWindow.',
    ])
    assert.deepEqual(faults({ ...answer, answerWindowDays: 30 }), [])
    const task = { subject: '{{ task.label }}', body: 'Hello.' }
    assert.deepEqual(faults({ ...task, raisedBy: [{ event: 'workProduct.released' }] }), [
      'letters[0].subject names the field task.label, which has a value only in a letter that is raised by a task (raisedBy).',
    ])
    assert.deepEqual(faults({ ...task, raisedBy: [{ event: 'task.opened' }] }), [])
  })

  it('a notification names what its event tells of, in a template that can be read and does no more', () => {
    const body = (text: string, at = 1) =>
      faultsOf((profile) => {
        profile.notifications[at]!.body = text
      })
    assert.equal(defaultProfile.notifications[1]?.on.event, 'task.assigned')
    assert.deepEqual(body('{{ task.labl }}'), [
      'notifications[1].body names the field task.labl, which does not exist here; did you mean task.label?',
    ])
    assert.match(body('{{ session.date }}').join(), /names the field session.date, which does not exist here/)
    assert.match(body('{{ case }}').join(), /names the field case, /)
    assert.match(body('{{ case[link] }}').join(), /names the field case.link, /)
    assert.match(body('{{ link.constructor }}').join(), /names the field link.constructor, /)
    assert.match(body('{{ task.label').join(), /cannot be read as a template: .*not closed/)
    assert.match(body('{{ task.label | shout }}').join(), /undefined filter: shout/)
    assert.match(body('{% for a in (1..9) %}{% endfor %}').join(), /tag "for" not found/)
    assert.match(body('{% include "/etc/passwd" %}').join(), /tag "include" not found/)
    assert.deepEqual(
      body('{% if task.deadline != "" %}{{ task.deadline | upcase }}{% endif %}{{ link }}'),
      [],
    )
  })

  it('nobody is notified of notifications, and times are by a zone that there is', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        profile.notifications[1]!.on = { event: 'notification.owed' }
        profile.notifications[1]!.subject = profile.notifications[1]!.body = 'x'
        profile.notificationTimes.timeZone = 'America/Gotham'
        profile.notificationTimes.digest.body = '{{ count }} {{ case.docketNumber }}'
      }).map((what) => what.split(/[,:;]/)[0]),
      [
        'notifications[1].on.event is notification.owed',
        'notificationTimes.digest.body names the field case.docketNumber',
        'notificationTimes.timeZone must be a time zone such as America/New_York',
      ],
    )
  })

  it('a report is broken down by what its kind knows of', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        profile.reports[0]!.by = ['docket', 'port']
      }),
      ['reports[0].by[1] is port: a report of the kind throughput is broken down by caseType, docket.'],
    )
  })

  it('a task waits for days that are said once', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        rule(profile).do = [{ open: 'intake', holdDays: 3, holdFor: 'noShow' }]
      }),
      ['workflows[0].rules[0].do[0] must have holdDays or holdFor, not both.'],
    )
    assert.deepEqual(
      faultsOf((profile) => {
        profile.timers = profile.timers.filter(({ name }) => name !== 'noShow')
      }).map((fault) => fault.replace(/^.*rules\[\d+\]\./, '')),
      ['do[0].holdFor names the timer noShow, which does not exist.'],
    )
  })

  it('a deadline runs from what there is, for as long as its calendar knows', () => {
    const faultsOfTimer = (timer: object, more: (profile: Profile) => void = () => {}) =>
      faultsOf((profile) => {
        profile.timers.push({ name: 'reply', label: 'Reply', ...timer } as Profile['timers'][number])
        more(profile)
      }).map((what) => what.replaceAll(/timers\[\d+\]/g, 'it'))
    const days = { length: { days: 30 }, runsFrom: ['receipt'] }
    assert.deepEqual(faultsOfTimer(days), [])
    assert.deepEqual(faultsOfTimer({ days: 30, from: 'Receipt.' }), [])
    assert.deepEqual(faultsOfTimer({}), ['it must have length, or days.'])
    assert.deepEqual(faultsOfTimer({ days: 30, ...days }), ['it must have length or days, not both.'])
    assert.deepEqual(faultsOfTimer({ days: 30, calendar: 'usFederal' }), [
      'it.calendar must be left out, or days be written as length.',
    ])
    assert.deepEqual(faultsOfTimer({ ...days, from: 'Receipt.' }), [
      'it.from is a sentence for a timer with days: say in runsFrom what it runs from.',
    ])
    assert.deepEqual(faultsOfTimer({ length: { days: 30 } }), [
      'it must have runsFrom: receipt, notice, mailing, session, remand, mandate, start, or an event.',
    ])
    assert.match(faultsOfTimer({ ...days, length: { days: -1 } }).join(), /^it\.length\.days must be .*0/)
    assert.match(faultsOfTimer({ ...days, length: { days: 1, weeks: 1 } }).join(), /^it\.length must .*1/)
    assert.deepEqual(faultsOfTimer({ ...days, runsFrom: ['reciept'] }), [
      'it.runsFrom[0] names the fact reciept, which does not exist; did you mean receipt?',
    ])
    assert.deepEqual(faultsOfTimer({ ...days, runsFrom: ['case.docketted'] }), [
      'it.runsFrom[0] names the event case.docketted, which does not exist; did you mean case.docketed?',
    ])
    assert.deepEqual(faultsOfTimer({ ...days, calendar: 'usFederl' }), [
      'it.calendar names the calendar usFederl, which does not exist; did you mean usFederal?',
    ])
    assert.deepEqual(faultsOfTimer({ ...days, counts: 'workingDays', length: { months: 1 } }), [
      'it counts workingDays, so its length must be in days, not months.',
    ])
    assert.deepEqual(faultsOfTimer({ ...days, length: { years: 20 } }), [
      'it.length is 20 years, and the calendar usFederal ends before it can: it covers January 1, 2024 to December 31, 2032.',
    ])
    const on = { event: 'task.complete', task: ['extensionRequests'] }
    assert.deepEqual(faultsOfTimer({ ...days, extendedBy: [{ on, by: { days: 30 }, why: 'So.' }] }), [
      'it.extendedBy[0].on.task[0] names the task type extensionRequests, which does not exist; did you mean extensionRequest?',
      'it.extendedBy[0].on.event names the event task.complete, which does not exist; did you mean task.completed?',
    ])
    assert.deepEqual(faultsOfTimer({ ...days, passes: [{ open: 'caseReviews' }] }), [
      'it.passes[0].open names the task type caseReviews, which does not exist; did you mean caseReview?',
    ])
    const filed = { ...days, runsFrom: ['document.filed'] }
    assert.deepEqual(
      faultsOfTimer(filed, (profile) => {
        rule(profile).do.push({ timer: 'reply' })
      }),
      [
        'it.runsFrom[0] is document.filed, whose day the rule begin does not know: set the timer by a rule on document.filed, or let it run from another event.',
      ],
    )
  })

  it('a calendar has real days that it covers, once each, and there is a zone', () => {
    const faultsOfCalendar = (change: (calendar: Profile['calendars'][number]) => void) =>
      faultsOf((profile) => change(profile.calendars[0] as Profile['calendars'][number]))
    assert.deepEqual(
      faultsOfCalendar((calendar) => {
        Object.assign(calendar.holidays[1] as object, { day: '2026-02-30' })
      }),
      ['calendars[0].holidays[1].day is 2026-02-30: it must be a real date as YYYY-MM-DD.'],
    )
    assert.deepEqual(
      faultsOfCalendar(({ holidays }) => {
        holidays.push({ day: '2024-01-01', label: 'Again' }, { day: '2040-01-02', label: 'Late' })
      }),
      [
        'calendars[0].holidays[100].day is 2024-01-01, like that of holidays[0]: it must be unique.',
        'calendars[0].holidays[101].day is 2040-01-02 (Late), which the calendar does not cover: from 2024-01-01 to 2032-12-31.',
      ],
    )
    assert.deepEqual(
      faultsOfCalendar((calendar) => {
        Object.assign(calendar, { from: '2033-01-01', holidays: [] })
      }),
      ['calendars[0].to is 2032-12-31: it must not be before from, 2033-01-01.'],
    )
    assert.deepEqual(
      faultsOf((profile) => {
        profile.deadlines.timeZone = 'America/Newyork'
      }),
      ['deadlines.timeZone must be a time zone such as America/New_York, not America/Newyork.'],
    )
  })

  it('a calendar that ends before a window of today can is told when the profile is saved', () => {
    const profile = changed(({ timers }) => {
      timers.push({ name: 'reply', label: 'Reply', length: { days: 365 }, runsFrom: ['receipt'] })
    })
    assert.deepEqual(outdatedCalendars(profile, '2031-12-31'), [])
    assert.deepEqual(outdatedCalendars(profile, '2032-01-02'), [
      {
        place: 'calendars[0].to',
        what: 'calendars[0].to is 2032-12-31: a window of 365 days that begins today ends later. Add the holidays of the years after it.',
      },
    ])
  })

  it('an outcome is one that the task can have', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        rule(profile).on = { event: 'task.completed', task: ['dispatch'], outcome: ['lost'] }
      }),
      ['workflows[0].rules[0].on.outcome[0] names the outcome lost, which does not exist.'],
    )
  })

  it('every case stands somewhere', () => {
    const faults = faultsOf((profile) => {
      const { standings } = workflow(profile)
      workflow(profile).standings = standings.filter(({ when }) => when.task !== undefined)
    })
    assert.deepEqual(
      faults.map((fault) => /for any (open|closed) case/.exec(fault)?.[1]),
      ['closed', 'open'],
    )
  })

  it('the last route of mail has no condition, and every other has one of its own', () => {
    const routes = (...given: Profile['mailTypes'][number]['routes']) =>
      faultsOf((profile) => {
        profile.mailTypes[0]!.routes = given
      })
    const team = 'hearings'
    assert.match(routes({ when: 'caseClosed', team })[0] ?? '', /routes\[0\]\.when must be left out/)
    assert.match(routes({ team }, { team })[0] ?? '', /routes\[0\] must have when/)
    assert.match(
      routes({ when: 'caseClosed', team }, { when: 'caseClosed', team }, { team })[0] ?? '',
      /routes\[1\]\.when is caseClosed, as that of a route before it/,
    )
  })

  it('somebody can always change it back, and every docket has its goal', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        profile.roles = profile.roles.map(({ isAdministrator: _, ...role }) => role)
        profile.levers.docketGoals.pop()
        profile.priority.order.reverse()
      }),
      [
        'levers.docketGoals must have one for hearing.',
        'priority.order must be courtRemandAndAdvanced, advanced, courtRemand.',
        'roles must have one with isAdministrator: nobody could change the profile.',
      ],
    )
  })

  it('a closed case takes known actions that change one, and what outlives it can be worked on', () => {
    const accepting = (...accepts: string[]) =>
      faultsOf((profile) => {
        profile.closedCases.accepts = accepts
      })
    assert.deepEqual(accepting('workTasks', 'routeMail'), [])
    assert.match(
      accepting('workTasks', 'routeMail', 'tagg')[0] ?? '',
      /accepts\[2\] names the action that changes a case tagg, which does not exist; did you mean tag\?/,
    )
    assert.match(accepting('workTasks', 'routeMail', 'readCases')[0] ?? '', /readCases, which does not exist/)
    assert.deepEqual(accepting('tag'), [
      'closedCases.accepts must have workTasks: tasks of the type deliveryFailed outlive the case.',
      'closedCases.accepts must have routeMail: mail of the type motionToAdvance is allowed on a closed case.',
    ])
  })

  it('what a task needs are actions, and a conflict by earlier tasks names them', () => {
    assert.deepEqual(
      faultsOf((profile) => {
        profile.taskTypes[1]!.needs = ['sing']
        profile.conflicts[0]!.had = ['review']
        profile.conflicts[2]!.had = []
        profile.conflicts[2]!.tasks = ['qualityRevue']
      }),
      [
        'conflicts[2].tasks[0] names the task type qualityRevue, which does not exist; did you mean qualityReview?',
        'taskTypes[1].needs[0] names the action sing, which does not exist.',
        'conflicts[0].had must name task types where when is hadTask, and only there.',
        'conflicts[2].had must name task types where when is hadTask, and only there.',
      ],
    )
  })

  it('a refusal tells the first faults and how many more there are', () => {
    const broken = changed((profile) => {
      for (const type of profile.documentTypes) type.category = 'none'
    })
    assert.throws(
      () => checkedProfile(broken),
      (error) =>
        error instanceof Refusal &&
        error.code === 'invalid' &&
        /^documentTypes\[0\]\.category names .* There are 21 more faults\.$/.test(error.message),
    )
  })
})
