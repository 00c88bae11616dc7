/** Sorts the shared floats it is sent, in place, and answers when done. */
self.onmessage = (event: MessageEvent<SharedArrayBuffer>) => {
  new Float32Array(event.data).sort();
  self.postMessage('sorted');
};
