// The one way from messages to a history: record, commit, tell. Used for files; live recordings add positions (runRecording).

import type { HistoryWriter } from '@rectrace/history';
import type { Recorded, Recorder, RecorderMessage, RootTarget } from '@rectrace/trace';

export type RecordingProgress = { readonly message: RecorderMessage | undefined; readonly recorded: Recorded; readonly recorder: Recorder };

export type RecordMessagesOptions = {
  readonly recorder: Recorder;
  readonly history: HistoryWriter;
  readonly targets: readonly RootTarget[];
  readonly onRecorded?: ((progress: RecordingProgress) => Promise<void>) | undefined;
};

/** Records all messages and ends the recording: a reached end counts as held. */
export async function recordMessages(
  messages: AsyncIterable<RecorderMessage>,
  { recorder, history, targets, onRecorded }: RecordMessagesOptions,
): Promise<void> {
  const keep = async (recorded: Recorded, message?: RecorderMessage): Promise<void> => {
    history.commit({ ...recorded, positions: [], fence: 0 });
    await onRecorded?.({ message, recorded, recorder });
  };
  for (const target of targets) await keep(recorder.addRoot(target));
  for await (const message of messages) await keep(recorder.record(message), message);
  await keep(recorder.finish());
}
