import type { strings } from "../notifications.tsx";
import { count } from "../count.ts";

/** As within a sentence. */
const delayWithin = (minutes: number): string => {
  if (minutes === 0) return "sofort";
  return minutes % 60 === 0
    ? `nach ${count(minutes / 60, "Stunde", "Stunden")}`
    : `nach ${count(minutes, "Minute", "Minuten")}`;
};

export const notifications: typeof strings = {
  channels: {
    title: "Benachrichtigungskanäle",
    says: "Kanäle melden Personen, was auf ihre Entscheidung wartet, und Programmen, was geschehen ist. Eine Nachricht verlinkt die Seite der Aktion; den Link zu öffnen entscheidet nichts.",
    add: "Kanal hinzufügen…",
    all: "Kanäle",
    noneYet: "Noch kein Kanal",
    noneYetSays:
      "Außerhalb dieser Seiten wird niemand benachrichtigt. Fügen Sie E-Mail hinzu, um Personen zu melden, was auf sie wartet, oder einen Webhook, um einem Programm zu melden, was geschehen ist.",
  },
  deliveries: {
    title: "Zustellungen",
    shown: "Angezeigte Zustellungen",
    all: "Alle",
    failed: (reason) => `Die Zustellungen konnten nicht geladen werden: ${reason}`,
    reading: "Zustellungen werden geladen",
    noneYet: "Noch wurde nichts gesendet.",
    noneInState: "Keine in diesem Zustand.",
    earlier: "Frühere Zustellungen anzeigen",
    table: "Tabelle der Zustellungen",
    columns: { when: "Wann", channel: "Kanal", to: "An", what: "Was", state: "Zustand", about: "Betrifft" },
    channelAddress: "Adresse des Kanals",
    toBeSent: (when) => <>Versand {when}</>,
    afterAttempts: (attempts) => `nach ${count(attempts, "Versuch", "Versuchen")}`,
    sendAgain: "Erneut senden",
    action: "Aktion",
  },
  own: {
    title: "Ihre Benachrichtigungen",
    says: "Wie Sie von Aktionen erfahren, die auf Ihre Entscheidung warten. Ein Administrator fügt die Kanäle hinzu; Sie wählen, welche davon Sie benachrichtigen und wann.",
    settings: "Ihre Benachrichtigungseinstellungen",
  },
  account: {
    unknown: (channel) => <>{channel} kennt Sie noch nicht.</>,
    writesTo: (channel, account) => (
      <>
        {channel} schreibt an {account}.
      </>
    ),
    connect: "Ihr Konto verbinden",
    connectAnother: "Anderes Konto verbinden",
    disconnect: "Trennen",
    notDisconnected: "Die Verbindung wurde nicht getrennt",
    yourAccount: (channel) => <>Ihr Konto bei {channel}</>,
    yourAccountSays: "Dessen E-Mail-Adresse oder ID. Dorthin wird ein Code als Direktnachricht gesendet.",
    code: "Code",
    codeSentTo: (account) => <>Gesendet an {account}. Er ist zehn Minuten gültig.</>,
    notConnected: "Nichts wurde verbunden",
    sendCode: "Code senden",
    confirm: "Verbinden",
  },
  devices: {
    asking: (channel) => <>{channel} …</>,
    tellsHere: (channel) => <>{channel} benachrichtigt Sie auf diesem Gerät.</>,
    silentHere: (channel) => <>{channel} benachrichtigt Sie nicht auf diesem Gerät.</>,
    tellHere: "Auf diesem Gerät benachrichtigen",
    tellHereBy: (channel) => `Auf diesem Gerät benachrichtigen, über ${channel}`,
    channelProblem:
      "Dieser Kanal hat zurzeit ein Problem. Ein Administrator sieht es unter „Einstellungen“, „Benachrichtigungskanäle“.",
    notConnected: "Dieses Gerät wurde nicht verbunden",
    unknown: "Dieser Browser hat nicht gesagt, ob er verbunden ist",
    connected: (device, when) => (
      <>
        {device}, verbunden {when}
      </>
    ),
    connectedHere: (device, when) => (
      <>
        {device} (dieses Gerät), verbunden {when}
      </>
    ),
    test: "Test senden",
    testOf: (device) => `Test an ${device} senden`,
    removeOf: (device) => `${device} entfernen`,
    testAccepted: "Der Push-Dienst hat ihn angenommen.",
    notRemoved: "Das Gerät wurde nicht entfernt",
    notTested: "Es wurde kein Test gesendet",
  },
  push: {
    onlySecure: "Browser erlauben Benachrichtigungen nur auf Seiten, die über https ausgeliefert werden.",
    onlyFromHomeScreen:
      "Fügen Sie diese Seite auf einem iPhone oder iPad über das Teilen-Menü zum Home-Bildschirm hinzu und öffnen Sie sie dort.",
    unsupported: "Dieser Browser unterstützt keine Push-Benachrichtigungen.",
    blocked:
      "Dieser Browser blockiert Benachrichtigungen dieser Seite. Erlauben Sie sie in seinen Einstellungen für diese Adresse und laden Sie die Seite neu.",
    notAllowed: "Dem Browser wurde nicht erlaubt, Benachrichtigungen dieser Seite anzuzeigen.",
    failed: (reason) => `Dieser Browser konnte sich nicht anmelden. Er meldet: ${reason}`,
  },
  preference: {
    noChannel:
      "Noch benachrichtigt kein Kanal Personen. Ein Administrator fügt einen unter „Einstellungen“, „Benachrichtigungskanäle“ hinzu.",
    legend: "Wenn eine Aktion auf Sie wartet",
    says: "Diese Kanäle benachrichtigen Sie, sofern nicht vorher jemand entscheidet.",
    mailGoesTo: (address) => <>E-Mails gehen an {address}.</>,
    dailyAt: "Tageszusammenfassung um",
    dailyAtSays:
      "Sie führt alles auf, was auf Sie wartet. Was Ihnen zugewiesen, eskaliert oder fehlgeschlagen ist, kommt weiterhin sofort.",
    quietHours: "Ruhezeiten",
    quietHoursSay: "Was dazwischen anfällt, wird danach gesendet",
    from: "Von",
    until: "Bis",
    timeZone: "Zeitzone",
    failed: "Nichts wurde gespeichert",
    saved: "Gespeichert.",
    delay: (minutes) => delayWithin(minutes).replace(/^./, (first) => first.toUpperCase()),
    asChannel: (minutes) => `Wie am Kanal eingestellt (${delayWithin(minutes)})`,
    daily: "Einmal am Tag, als Zusammenfassung",
    never: "Nie",
  },
};
