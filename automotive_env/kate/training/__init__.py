"""Fine-tuning: rows to train from, rewards, roll-outs on the car, and the trainers of the extra `train`."""
