"use strict";
// A short sound, if somebody wants it. Browsers let pages sound only after a key or a click.
class Bell {
  constructor(box) {
    this.box = box;
    this.sounds = null;
    box.checked = localStorage.getItem("got-sound") === "yes";
    box.addEventListener("change", () => {
      localStorage.setItem("got-sound", box.checked ? "yes" : "no");
      this.ring();
    });
  }

  ring() {
    if (!this.box.checked) return;
    this.sounds ??= new AudioContext();
    const now = this.sounds.currentTime;
    const tone = this.sounds.createOscillator(), loudness = this.sounds.createGain();
    tone.frequency.setValueAtTime(660, now);
    tone.frequency.setValueAtTime(880, now + 0.12);
    loudness.gain.setValueAtTime(0.15, now);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.5);
    tone.connect(loudness).connect(this.sounds.destination);
    tone.start(now);
    tone.stop(now + 0.5);
  }
}
